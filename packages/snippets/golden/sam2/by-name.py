# Install
# pip install -U git+https://github.com/facebookresearch/sam2 huggingface_hub pillow numpy

# Segment a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
import torch
from huggingface_hub import hf_hub_download
from PIL import Image
from sam2.build_sam import build_sam2
from sam2.sam2_image_predictor import SAM2ImagePredictor

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/sam2-hiera-base-plus", "sam2_hiera_base_plus.pt")
predictor = SAM2ImagePredictor(build_sam2("configs/sam2/sam2_hiera_b+.yaml", path, device=device))
image = np.array(Image.open("your-image.jpg").convert("RGB"))
with torch.inference_mode(), torch.autocast(device, dtype=torch.bfloat16):
    predictor.set_image(image)
    # a point on what to cut out: x, y in pixels
    masks, scores, _ = predictor.predict(point_coords=np.array([[200, 150]]), point_labels=np.array([1]))
print(masks.shape, scores)

# Follow something through a video
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
import torch
from huggingface_hub import hf_hub_download
from sam2.build_sam import build_sam2_video_predictor

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/sam2-hiera-base-plus", "sam2_hiera_base_plus.pt")
predictor = build_sam2_video_predictor("configs/sam2/sam2_hiera_b+.yaml", path, device=device)
point = np.array([[200, 150]], dtype=np.float32)  # on what to follow: x, y in pixels of the first frame
with torch.inference_mode(), torch.autocast(device, dtype=torch.bfloat16):
    state = predictor.init_state("folder-of-jpeg-frames")
    predictor.add_new_points_or_box(state, frame_idx=0, obj_id=1, points=point, labels=np.array([1], dtype=np.int32))
    for frame, objects, masks in predictor.propagate_in_video(state):
        print(frame, objects, masks.shape)
