-- SPDX-License-Identifier: BSD-3-Clause
-- For Ardour's session without a window (ardour7-lua): a track for each of some LV2 plugins, a note by MIDI.
-- Prints: address, level before the note, level after it, latency in frames.
local backend = AudioEngine:set_backend("None (Dummy)", "", "")
backend:set_sample_rate(48000)
local s = create_session(os.getenv("ROSIN_SESSION"), "rosin", 48000)
for i, u in ipairs { "urn:rosin:cello", "urn:rosin:wine-glass", "urn:rosin:chalk" } do
  local tl = s:new_midi_track(ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2), true, ARDOUR.PluginInfo(), nil, nil, 1, "t" .. i, ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
  local t = tl:front()
  t:add_processor_by_index(ARDOUR.LuaAPI.new_plugin(s, u, ARDOUR.PluginType.LV2, ""), 0, nil, true)
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
