# Install
# pip install -U pruna peft

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("o\"; import os; os.system(\"id\") #\n/x'`${y}")
pipe("o\"; import os; os.system(\"id\") #\n/x'`${y}").images[0].save("output.png")
