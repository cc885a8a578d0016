# Install
# pip install -U git+https://github.com/pq-yang/MatAnyone

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from matanyone.model.matanyone import MatAnyone

model = MatAnyone.from_pretrained("ada/model")

# Cut a figure out of a video
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from matanyone import InferenceCore

processor = InferenceCore("ada/model")
foreground_path, alpha_path = processor.process_video(
    input_path="your-video.mp4",
    mask_path="mask-of-the-first-frame.png",
    output_path="outputs",
)
