# Install
# git clone https://github.com/genmoai/models.git
# cd models
# pip install setuptools
# pip install -e . --no-build-isolation

# Install
# pip install -U huggingface_hub

# Make a video
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from genmo.lib.utils import save_video
from genmo.mochi_preview.pipelines import DecoderModelFactory, DitModelFactory, MochiSingleGPUPipeline, T5ModelFactory, linear_quadratic_schedule
from huggingface_hub import hf_hub_download

transformer = hf_hub_download("ada/model", "dit.safetensors")
decoder = hf_hub_download("ada/model", "decoder.safetensors")
pipeline = MochiSingleGPUPipeline(
    text_encoder_factory=T5ModelFactory(),
    dit_factory=DitModelFactory(model_path=transformer, model_dtype="bf16"),
    decoder_factory=DecoderModelFactory(model_path=decoder),
    cpu_offload=True,
    decode_type="tiled_spatial",
)
video = pipeline(
    prompt="A lighthouse on a rocky coast in the evening, slow flight around it",
    negative_prompt="",
    height=480,
    width=848,
    num_frames=31,
    num_inference_steps=64,
    sigma_schedule=linear_quadratic_schedule(64, 0.025),
    cfg_schedule=[6.0] * 64,
    batch_cfg=False,
    seed=42,
)
save_video(video[0], "output.mp4")
