-- SPDX-License-Identifier: BSD-3-Clause
-- For Ardour's session without a window (ardour7-lua): a track for each of some plugins, a note by MIDI;
-- LV2, or VST3 if ROSIN_FORMAT says so.
-- Prints: address, level before the note, level after it, latency in frames.
local backend = AudioEngine:set_backend("None (Dummy)", "", "")
backend:set_sample_rate(48000)
local s = create_session(os.getenv("ROSIN_SESSION"), "rosin", 48000)
local format = os.getenv("ROSIN_FORMAT") or "LV2"
local kind = format == "LV2" and ARDOUR.PluginType.LV2 or ARDOUR.PluginType.VST3
for i, name in ipairs { "cello", "wine-glass", "chalk" } do
  local u = (format == "LV2" and "urn:rosin:" or "Rosin ") .. name
  local tl = s:new_midi_track(ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2), true, ARDOUR.PluginInfo(), nil, nil, 1, "t" .. i, ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
  local t = tl:front()
  t:add_processor_by_index(ARDOUR.LuaAPI.new_plugin(s, u, kind, ""), 0, nil, true)
  local mt = t:to_midi_track()
  ARDOUR.LuaAPI.usleep(500000)
  local m = t:peak_meter()
  local before = m:meter_level(0, ARDOUR.MeterType.MeterPeak)
  local b = C.ByteVector()
  b:add({ 0x90, 50, 90 })
  mt:write_immediate_event(Evoral.EventType.MIDI_EVENT, b:size(), b:to_array())
  ARDOUR.LuaAPI.usleep(1500000)
  print(u, before, m:meter_level(0, ARDOUR.MeterType.MeterPeak), m:meter_level(0, ARDOUR.MeterType.MeterMaxPeak), t:signal_latency())
end
s:save_state("")
close_session()
quit()
