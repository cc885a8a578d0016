# Install
# pip install -U causilo

# Classify rows
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from causilo import CausiloClassifier
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

features, targets = load_breast_cancer(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(features, targets, random_state=42)
model = CausiloClassifier(device="auto")
model.fit(x_train, y_train)
print(model.score(x_test, y_test))

# Predict a number
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from causilo import CausiloRegressor
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split

features, targets = load_diabetes(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(features, targets, random_state=42)
model = CausiloRegressor(device="auto")
model.fit(x_train, y_train)
print(model.score(x_test, y_test))
