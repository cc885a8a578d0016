# Get the code, and work in its folder
# git clone https://github.com/yonghyunk1m/TuneJury.git
# cd TuneJury
# pip install -r requirements.txt

# Score a piece of music
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from tunejury import Scorer

path = hf_hub_download("ada/jury", "jury_of_friends.pt")
scorer = Scorer.from_pretrained(path)
print(scorer.score("your-music.wav", prompt="a slow sea shanty for accordion"))  # an empty prompt judges the sound alone
