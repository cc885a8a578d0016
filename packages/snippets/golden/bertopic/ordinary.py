# Install
# pip install -U bertopic

# Load the topics
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from bertopic import BERTopic

topic_model = BERTopic.load("ada/model")
print(topic_model.get_topic_info())
