# Install
# pip install -U git+https://github.com/SAP-samples/flextab scikit-learn pandas

# Classify rows
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from flextab import FlexTabClassifier
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

features, labels = load_breast_cancer(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(features, labels, test_size=0.5, random_state=42)
model = FlexTabClassifier(max_context_size=8192, bagging=8)
model.fit(x_train, y_train)
print(model.predict_proba(x_test)[:3])
print(accuracy_score(y_test, model.predict(x_test)))

# Predict a number
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from flextab import FlexTabRegressor
from sklearn.datasets import fetch_openml
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

houses = fetch_openml(data_id=531, as_frame=True)
x_train, x_test, y_train, y_test = train_test_split(houses.data, houses.target.astype(float), test_size=0.5, random_state=42)
model = FlexTabRegressor(max_context_size=8192, bagging=8)
model.fit(x_train, y_train)
print(r2_score(y_test, model.predict(x_test)))

# Match rows of two tables
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import pandas as pd
from flextab import FlexTabMatcher

left = pd.DataFrame({"name": ["Ada Byron", "Grace Hopper", "Emmy Noether", "Sofia Kovalevskaya"], "born": [1815, 1906, 1882, 1850]})
right = pd.DataFrame({"name": ["A. Byron", "G. Hopper", "Emmi Nöther", "Mary Cartwright"], "born": [1815, 1906, 1882, 1900]})
same = [1, 1, 1, 0]  # whether the rows at one place are about the same person
model = FlexTabMatcher(max_context_size=8192, bagging=1)
model.fit(left, right, same)
print(model.predict(left, right))
