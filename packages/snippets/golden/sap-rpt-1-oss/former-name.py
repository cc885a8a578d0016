# Install
# pip install -U git+https://github.com/SAP-samples/sap-rpt-1-oss@v1.0.1 scikit-learn pandas

# Classify rows
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from contexttab import ConTextTabClassifier
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

features, targets = load_breast_cancer(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(features, targets, test_size=0.5, random_state=42)
model = ConTextTabClassifier(checkpoint="l2/base.pt", checkpoint_revision="v1.0.0", bagging=1, max_context_size=2048)
model.fit(x_train, y_train)
print(model.predict_proba(x_test)[:3])
print(accuracy_score(y_test, model.predict(x_test)))

# Predict a number
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from contexttab import ConTextTabRegressor
from sklearn.datasets import fetch_openml
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

features, targets = fetch_openml(data_id=531, as_frame=True, return_X_y=True)
targets = targets.astype(float)
x_train, x_test, y_train, y_test = train_test_split(features, targets, test_size=0.5, random_state=42)
model = ConTextTabRegressor(checkpoint="l2/base.pt", checkpoint_revision="v1.0.0", bagging=1, max_context_size=2048)
model.fit(x_train, y_train)
print(r2_score(y_test, model.predict(x_test)))
