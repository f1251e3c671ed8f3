// SPDX-License-Identifier: BSD-3-Clause
// Web MIDI, all inputs, also those that are plugged in later.

export async function connect(take, changed) {
  if (!navigator.requestMIDIAccess)
    throw new Error('This browser has no Web MIDI. Chrome, Edge, Opera and Firefox have it.');
  let access;
  try {
    access = await navigator.requestMIDIAccess({ sysex: false });
  } catch {
    throw new Error('The browser did not allow MIDI.');
  }
  const listen = () => {
    const inputs = [...access.inputs.values()].filter((input) => input.state === 'connected');
    for (const input of inputs)
      input.onmidimessage = ({ data }) => {
        if (data[0] < 0xf0) take(data[0], data[1], data[2] || 0);
      };
    changed(inputs.map((input) => input.name));
  };
  access.onstatechange = listen;
  listen();
}

// The message that says that each note has a channel of its own (RPN 6), or that none has.
export const mpe = (on) => [[0xb0, 101, 0], [0xb0, 100, 6], [0xb0, 6, on ? 15 : 0]];
// As many bytes as a message of its kind has.
export const message = (...bytes) => bytes.slice(0, (bytes[0] & 0xe0) === 0xc0 ? 2 : 3);
