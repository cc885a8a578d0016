# Install
# pip install -U pruna pillow torchvision

# Run it as a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/see")
messages = [
    {
        "role": "user",
        "content": [
            {"type": "image", "url": "your-image.jpg"},
            {"type": "text", "text": "What is in this picture?"},
        ],
    },
]
print(pipe(text=messages, max_new_tokens=40))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoProcessor

processor = AutoProcessor.from_pretrained("ada/see")
model = PrunaModel.from_pretrained("ada/see")

messages = [
    {
        "role": "user",
        "content": [
            {"type": "image", "url": "your-image.jpg"},
            {"type": "text", "text": "What is in this picture?"},
        ],
    },
]
inputs = processor.apply_chat_template(
    messages,
    add_generation_prompt=True,
    tokenize=True,
    return_dict=True,
    return_tensors="pt",
).to(model.device)
outputs = model.generate(**inputs, max_new_tokens=40)
print(processor.decode(outputs[0][inputs["input_ids"].shape[-1]:], skip_special_tokens=True))
