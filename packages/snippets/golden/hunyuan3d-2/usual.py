# Get the code, and work in its folder
# git clone https://github.com/Tencent/Hunyuan3D-2
# cd Hunyuan3D-2
# pip install -r requirements.txt
# pip install -e .

# Make a shape from a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from hy3dgen.shapegen import Hunyuan3DDiTFlowMatchingPipeline

pipeline = Hunyuan3DDiTFlowMatchingPipeline.from_pretrained("ada/shapes")
mesh = pipeline(image="your-image.png")[0]
mesh.export("shape.glb")
