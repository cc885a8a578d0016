"""Calls a hub with the usual clients, unchanged. Prints their results as JSON by name."""

import json
import os

import openai
from huggingface_hub import HfApi, InferenceClient
from huggingface_hub.errors import HfHubHTTPError

hub = os.environ["HUB"]
token = os.environ["HF_TOKEN"]
messages = [{"role": "user", "content": "What do tides do?"}]
seen = {}

client = openai.OpenAI(base_url=f"{hub}/v1", api_key=token, max_retries=0)
completion = client.chat.completions.create(model="ada/tides", messages=messages, temperature=0.5)
seen["chat"] = [completion.choices[0].message.content, completion.usage.total_tokens]
stream = client.chat.completions.create(model="ada/tides:mock", messages=messages, stream=True, stream_options={"include_usage": True})
chunks = list(stream)
seen["stream"] = ["".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices), chunks[-1].usage.total_tokens]
seen["models"] = sorted(model.id for model in client.models.list())
seen["model"] = client.models.retrieve("ada/tides").id
seen["completion"] = client.completions.create(model="ada/tides", prompt="Tides").choices[0].text
seen["embeddings"] = [row.embedding for row in client.embeddings.create(model="ada/vectors", input=["a", "b"]).data]

try:
    client.chat.completions.create(model="ada/absent", messages=messages)
except openai.NotFoundError as error:
    seen["missing"] = error.code
try:
    openai.OpenAI(base_url=f"{hub}/v1", api_key="hf_nobody", max_retries=0).chat.completions.create(model="ada/tides", messages=messages)
except openai.AuthenticationError as error:
    seen["unknown token"] = error.code
try:
    client.chat.completions.create(model="ada/limited", messages=messages)
except openai.RateLimitError as error:
    seen["busy"] = [error.code, error.response.headers["retry-after"]]
try:
    text = ""
    for chunk in client.chat.completions.create(model="ada/dying", messages=messages, stream=True):
        text += chunk.choices[0].delta.content or ""
except openai.APIError as error:
    seen["dying"] = [text, error.code]
left = client.chat.completions.create(model="ada/endless", messages=messages, stream=True)
seen["left"] = next(iter(left)).choices[0].delta.content
left.close()

for name, base_url in [("hub", hub), ("hub /v1", f"{hub}/v1"), ("model", f"{hub}/hf-inference/models/ada/tides")]:
    inference = InferenceClient(base_url=base_url, api_key=token)
    named = None if name == "model" else "ada/tides"
    seen[f"InferenceClient, {name}"] = inference.chat_completion(messages, model=named).choices[0].message.content
    chunks = inference.chat.completions.create(model=named, messages=messages, stream=True)
    seen[f"InferenceClient, {name}, stream"] = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
inference = InferenceClient(base_url=f"{hub}/hf-inference/models/ada/vectors", api_key=token)
seen["feature_extraction"] = inference.feature_extraction("a").tolist()
inference = InferenceClient(base_url=f"{hub}/hf-inference/models/ada/tides", api_key=token)
seen["text_generation"] = inference.text_generation("Tides", max_new_tokens=5)
try:
    InferenceClient(base_url=f"{hub}/hf-inference/models/ada/absent", api_key=token).text_classification("x")
except HfHubHTTPError as error:
    seen["InferenceClient, missing"] = error.response.status_code


api = HfApi(endpoint=hub, token=token)
info = api.model_info("ada/tides", expand=["inferenceProviderMapping", "inference"])
seen["mapping"] = [info.inference, [[each.provider, each.provider_id, each.status, each.task] for each in info.inference_provider_mapping]]
seen["warm"] = sorted(model.id for model in api.list_models(inference="warm"))
seen["of provider"] = sorted(model.id for model in api.list_models(inference_provider="mock"))

print(json.dumps(seen))
