# Install
# pip install -U 'jev-style[mlx]'

# Ask questions about a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from jev_style import JevStyle, choice, noul

model = JevStyle.from_pretrained("ada/decider-mlx", trust_remote_code=True)
out = model.decide(
    "The parcel is three days late, and the box was open.",
    {
        "urgent": noul("Somebody should answer today"),
        "team": choice("Who should answer?", ["shipping", "billing", "returns"]),
    },
)
print(out["answers"]["team"]["choice"])
