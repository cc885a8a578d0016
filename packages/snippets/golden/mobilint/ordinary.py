# Install
# pip install -U mblt-model-zoo

# Run the model on a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from mblt_model_zoo.vision import MBLT_Engine

model = MBLT_Engine(model_cls="model", model_type="DEFAULT", model_path="", core_mode="global8")
try:
    image = model.preprocess("your-image.jpg")
    output = model(image)
    result = model.postprocess(output)
    print(result)
finally:
    model.dispose()
