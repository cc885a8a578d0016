# Install
# pip install -U pruna

# Run it as a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/talk")
messages = [{"role": "user", "content": "Which ocean is the deepest?"}]
print(pipe(messages, max_new_tokens=40))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/talk")
model = PrunaModel.from_pretrained("ada/talk")

messages = [{"role": "user", "content": "Which ocean is the deepest?"}]
inputs = tokenizer.apply_chat_template(
    messages,
    add_generation_prompt=True,
    tokenize=True,
    return_dict=True,
    return_tensors="pt",
).to(model.device)
outputs = model.generate(**inputs, max_new_tokens=40)
print(tokenizer.decode(outputs[0][inputs["input_ids"].shape[-1]:], skip_special_tokens=True))
