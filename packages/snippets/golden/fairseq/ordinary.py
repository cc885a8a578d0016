# Install
# pip install -U fairseq huggingface_hub 'torch<2.6' 'torchaudio<2.6'

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from fairseq.checkpoint_utils import load_model_ensemble_and_task_from_hf_hub

models, cfg, task = load_model_ensemble_and_task_from_hf_hub("ada/model")
model = models[0].eval()
