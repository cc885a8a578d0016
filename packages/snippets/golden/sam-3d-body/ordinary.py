# Get the code, and work in its folder
# git clone https://github.com/facebookresearch/sam-3d-body
# cd sam-3d-body

# Install
# pip install -U torch torchvision pytorch-lightning pyrender opencv-python yacs scikit-image einops timm dill pandas rich hydra-core pyrootutils chump networkx==3.2.1 roma joblib loguru optree fvcore pycocotools xtcocotools jsonlines webdataset huggingface_hub

# Find the body of a person in a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import cv2
import torch
from huggingface_hub import snapshot_download
from sam_3d_body import SAM3DBodyEstimator, load_sam_3d_body
from tools.vis_utils import visualize_sample_together

device = "cuda" if torch.cuda.is_available() else "cpu"
path = snapshot_download("ada/model")
model, config = load_sam_3d_body(f"{path}/model.ckpt", device=device, mhr_path=f"{path}/assets/mhr_model.pt")
estimator = SAM3DBodyEstimator(sam_3d_body_model=model, model_cfg=config)

image = cv2.imread("your-image.jpg")
people = estimator.process_one_image(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))  # of several people: bboxes=
picture = visualize_sample_together(image, people, estimator.faces)
cv2.imwrite("output.jpg", picture.astype("uint8"))
