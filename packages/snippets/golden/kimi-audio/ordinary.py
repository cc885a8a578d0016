# Install
# pip install -U git+https://github.com/MoonshotAI/Kimi-Audio.git huggingface_hub soundfile

# Transcribe a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from kimia_infer.api.kimia import KimiAudio

path = snapshot_download("ada/model")
model = KimiAudio(model_path=path, load_detokenizer=True)
sampling = {
    "audio_temperature": 0.8,
    "audio_top_k": 10,
    "text_temperature": 0.0,
    "text_top_k": 5,
}
messages = [
    {"role": "user", "message_type": "text", "content": "Write down what is said:"},
    {"role": "user", "message_type": "audio", "content": "your-audio.wav"},
]
_, text = model.generate(messages, **sampling, output_type="text")
print(text)

# Answer a spoken question, in speech
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile as sf
from huggingface_hub import snapshot_download
from kimia_infer.api.kimia import KimiAudio

path = snapshot_download("ada/model")
model = KimiAudio(model_path=path, load_detokenizer=True)
sampling = {
    "audio_temperature": 0.8,
    "audio_top_k": 10,
    "text_temperature": 0.0,
    "text_top_k": 5,
}
messages = [{"role": "user", "message_type": "audio", "content": "your-question.wav"}]
wav, text = model.generate(messages, **sampling, output_type="both")
sf.write("answer.wav", wav.detach().cpu().view(-1).numpy(), 24000)
print(text)
