# Install
# pip install -U 'gaussianformer[flash] @ git+https://github.com/SVLwoof/gaussianformer'

# Load the rendering pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from gaussianformer.pipelines.rendering_pipeline import GaussianFormerRenderingPipeline

pipeline = GaussianFormerRenderingPipeline.from_pretrained("ada/model").to("cuda")
