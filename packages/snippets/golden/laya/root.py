# Install
# pip install -U laya

# Answer questions about a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from laya import Agent
agent = Agent("ada/harbour")
questions = {
    "place": {
        "type": "choice",
        "instructions": "Where does the ship lie?",
        "criteria": {"harbour": "moored at a quay", "sea": "under way, far from land"},
    },
    "repairs": {"type": "noul", "instructions": "Does the ship need repairs?"},
}
result = agent.predict("We moored at noon. The storm tore our mainsail, and the mast is cracked.", questions)
print(result["answers"])
