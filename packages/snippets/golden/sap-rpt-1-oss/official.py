# Install
# pip install -U git+https://github.com/SAP-samples/sap-rpt-1-oss scikit-learn pandas huggingface_hub

# Classify rows
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from sap_rpt_oss import SAP_RPT_OSS_Classifier
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

features, targets = load_breast_cancer(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(features, targets, test_size=0.5, random_state=42)
# less of both needs less memory: 80 GB of a GPU are recommended for these
model = SAP_RPT_OSS_Classifier(max_context_size=8192, bagging=8)
model.fit(x_train, y_train)
print(model.predict_proba(x_test)[:3])
print(accuracy_score(y_test, model.predict(x_test)))

# Predict a number
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from sap_rpt_oss import SAP_RPT_OSS_Regressor
from sklearn.datasets import fetch_openml
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

features, targets = fetch_openml(data_id=531, as_frame=True, return_X_y=True)
targets = targets.astype(float)
x_train, x_test, y_train, y_test = train_test_split(features, targets, test_size=0.5, random_state=42)
# less of both needs less memory: 80 GB of a GPU are recommended for these
model = SAP_RPT_OSS_Regressor(max_context_size=8192, bagging=8)
model.fit(x_train, y_train)
print(r2_score(y_test, model.predict(x_test)))
