# Install
# pip install -U git+https://github.com/facebookresearch/sam2 huggingface_hub pillow numpy

# Segment a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
import torch
from PIL import Image
from sam2.sam2_image_predictor import SAM2ImagePredictor

device = "cuda" if torch.cuda.is_available() else "cpu"
predictor = SAM2ImagePredictor.from_pretrained("facebook/sam2.1-hiera-large", device=device)
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
from sam2.sam2_video_predictor import SAM2VideoPredictor

device = "cuda" if torch.cuda.is_available() else "cpu"
predictor = SAM2VideoPredictor.from_pretrained("facebook/sam2.1-hiera-large", device=device)
point = np.array([[200, 150]], dtype=np.float32)  # on what to follow: x, y in pixels of the first frame
with torch.inference_mode(), torch.autocast(device, dtype=torch.bfloat16):
    state = predictor.init_state("folder-of-jpeg-frames")
    predictor.add_new_points_or_box(state, frame_idx=0, obj_id=1, points=point, labels=np.array([1], dtype=np.int32))
    for frame, objects, masks in predictor.propagate_in_video(state):
        print(frame, objects, masks.shape)
