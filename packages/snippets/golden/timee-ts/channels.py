# Install
# pip install -U timee-ts

# Classify series of several channels
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
from timee import TimeeMultivariateClassifier

classifier = TimeeMultivariateClassifier.from_pretrained("ada/timee-multivariate")

# your series: samples, channels, steps
random = np.random.default_rng(42)
labels = np.array(["calm", "rough"] * 10)
known = random.standard_normal((20, 3, 256)).astype(np.float32)
known[1::2] *= 3
predictions, probabilities = classifier.predict(known, labels, 3 * known[:5])
print(predictions)
