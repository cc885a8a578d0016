# Install
# git clone --recurse-submodules https://github.com/microsoft/TRELLIS.git
# cd TRELLIS
# . ./setup.sh --new-env --basic --xformers --flash-attn --diffoctreerast --spconv --mipgaussian --kaolin --nvdiffrast

# Make a shape of a description
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from trellis.pipelines import TrellisTextTo3DPipeline
from trellis.utils import postprocessing_utils

pipeline = TrellisTextTo3DPipeline.from_pretrained("ada/shapes-text-base")
pipeline.cuda()
result = pipeline.run("A small lighthouse on a rock", seed=42)
postprocessing_utils.to_glb(result["gaussian"][0], result["mesh"][0]).export("output.glb")
