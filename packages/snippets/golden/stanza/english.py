# Install
# pip install -U stanza

# Fetch the models of the language, and analyse a text
import stanza

stanza.download("en", model_url="https://hub.example.org/stanfordnlp/stanza-en/resolve/v{resources_version}/models/{filename}")
nlp = stanza.Pipeline("en", download_method=None)
doc = nlp("Genoa")
print(doc)
