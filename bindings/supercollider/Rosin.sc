// SPDX-License-Identifier: BSD-3-Clause
// What units take is numbers: a text is how many characters it has, and their codes.
Rosin : MultiOutUGen {
	*ar { |numChannels, scene, gate = 1, pairs = #[]|
		^this.multiNewList(['audio', numChannels, gate, 1] ++ this.asInputs(scene, pairs))
	}

	*asInputs { |scene, pairs|
		if (pairs.size.odd) { Error("Rosin: names and values come in pairs").throw };
		^this.text(scene) ++ [pairs.size div: 2] ++ pairs.clump(2).collect { |pair|
			this.text(pair[0]) ++ [pair[1]]
		}.flatten(1)
	}

	*text { |text|
		text = text.asString;
		^[text.size] ++ text.ascii
	}

	init { |numChannels ... theInputs|
		inputs = theInputs;
		^this.initOutputs(numChannels, rate)
	}
}

RosinNote : Rosin {
	*ar { |numChannels, instrument, key, velocity, pairs = #[]|
		^this.multiNewList(['audio', numChannels, key, velocity] ++ this.asInputs(instrument, pairs))
	}
}

RosinIn : Rosin {
	*ar { |numChannels, scene, in, gate = 0, pairs = #[]|
		^this.multiNewList(['audio', numChannels, gate, if (in.rate == 'audio') { in } { K2A.ar(in) }] ++ this.asInputs(scene, pairs))
	}
}
