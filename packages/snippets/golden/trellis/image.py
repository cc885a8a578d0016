# Install
# git clone --recurse-submodules https://github.com/microsoft/TRELLIS.git
# cd TRELLIS
# . ./setup.sh --new-env --basic --xformers --flash-attn --diffoctreerast --spconv --mipgaussian --kaolin --nvdiffrast

# Make a shape of a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from PIL import Image
from trellis.pipelines import TrellisImageTo3DPipeline
from trellis.utils import postprocessing_utils

pipeline = TrellisImageTo3DPipeline.from_pretrained("ada/shapes-image-large")
pipeline.cuda()
result = pipeline.run(Image.open("your-image.jpg"), seed=42)
postprocessing_utils.to_glb(result["gaussian"][0], result["mesh"][0]).export("output.glb")
