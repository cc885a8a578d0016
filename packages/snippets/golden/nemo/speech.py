# Install
# pip install -U 'nemo_toolkit[asr]'

# Transcribe a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import nemo.collections.asr as nemo_asr

model = nemo_asr.models.ASRModel.from_pretrained("ada/model")
print(model.transcribe(["your-audio.wav"]))
