# Install
# pip install -U pruna peft

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1")
pipe("o\"; import os; os.system(\"id\") #\n/x'`${y}").images[0].save("output.png")
