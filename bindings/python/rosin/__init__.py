# SPDX-License-Identifier: BSD-3-Clause
"""rosin: friction synthesis from physics, by its library. render(scene, ...) gives samples; Core plays live; Network is
of bodies and contacts of your own; laws(), forms(), surfaces(), materials(), friction_pairs() and scenes() say what
there is."""
from ._library import VERSION as __version__
from ._library import Error
from ._tables import Parameter, Row, forms, friction_pairs, laws, materials, scenes, surfaces
from .core import Core, Scene, Sound, render
from .network import Contact, Modal, Network, String

__all__ = ["Contact", "Core", "Error", "Modal", "Network", "Parameter", "Row", "Scene", "Sound", "String", "__version__",
           "forms", "friction_pairs", "laws", "materials", "render", "scenes", "surfaces"]
