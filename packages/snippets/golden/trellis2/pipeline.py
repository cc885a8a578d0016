# Install
# git clone --recursive https://github.com/microsoft/TRELLIS.2.git
# cd TRELLIS.2
# . ./setup.sh --new-env --basic --flash-attn --nvdiffrast --nvdiffrec --cumesh --o-voxel --flexgemm

# Make a shape of a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import o_voxel
from PIL import Image
from trellis2.pipelines import Trellis2ImageTo3DPipeline

pipeline = Trellis2ImageTo3DPipeline.from_pretrained("ada/shapes")
pipeline.cuda()
mesh = pipeline.run(Image.open("your-image.jpg"), seed=42)[0]
mesh.simplify(16777216)  # more faces than these are not drawn

shape = o_voxel.postprocess.to_glb(
    vertices=mesh.vertices,
    faces=mesh.faces,
    attr_volume=mesh.attrs,
    coords=mesh.coords,
    attr_layout=mesh.layout,
    voxel_size=mesh.voxel_size,
    aabb=[[-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]],
    remesh=True,
)
shape.export("output.glb")
