-- SPDX-License-Identifier: BSD-3-Clause
-- For Ardour's session without a window (ardour7-lua): with ROSIN_WRITE a session with LV2 plugins whose
-- parameters were moved (the latency is number 0) is made; without, it is opened, and what they stand at is printed.
local backend = AudioEngine:set_backend("None (Dummy)", "", "")
backend:set_sample_rate(48000)
local folder, moved = os.getenv("ROSIN_SESSION"), { cello = { [3] = 0.375, [4] = 0.25, [9] = 31 }, ["wine-glass"] = { [4] = 0.25, [5] = 1.5 } }
local names, s = { "cello", "wine-glass" }, nil
if os.getenv("ROSIN_WRITE") then
  s = create_session(folder, "rosin", 48000)
  for i, name in ipairs(names) do
    local tl = s:new_midi_track(ARDOUR.ChanCount(ARDOUR.DataType("midi"), 1), ARDOUR.ChanCount(ARDOUR.DataType("audio"), 2), true, ARDOUR.PluginInfo(), nil, nil, 1, "track" .. i, ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
    local p = ARDOUR.LuaAPI.new_plugin(s, "urn:rosin:" .. name, ARDOUR.PluginType.LV2, "")
    tl:front():add_processor_by_index(p, 0, nil, true)
    ARDOUR.LuaAPI.usleep(200000)
    for k, v in pairs(moved[name]) do
      ARDOUR.LuaAPI.set_processor_param(p, k, v)
    end
  end
  ARDOUR.LuaAPI.usleep(500000)
  s:save_state("")
else
  s = load_session(folder, "rosin")
  ARDOUR.LuaAPI.usleep(500000)
  for i, name in ipairs(names) do
    local r = s:route_by_name("track" .. i)
    local p = r:nth_plugin(0)
    local plugin = p:to_insert():plugin(0)
    for k = 0, 40 do
      local value, ok = ARDOUR.LuaAPI.get_processor_param(p, k, false)
      local label = plugin:parameter_label(plugin:nth_parameter(k, false))
      if ok and label ~= "Latency" and label ~= "MIDI" then
        print("value", plugin:unique_id(), label, string.format("%.6g", value))
      end
    end
  end
end
close_session()
quit()
