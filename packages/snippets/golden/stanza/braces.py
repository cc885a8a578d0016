# Install
# pip install -U stanza

# Fetch the models of the language, and analyse a text
import stanza

stanza.download("{x}", model_url="https://hub.example.org/ada/stanza-{{x}}/resolve/v{resources_version}/models/{filename}")
nlp = stanza.Pipeline("{x}", download_method=None)
doc = nlp("Genoa")
print(doc)
