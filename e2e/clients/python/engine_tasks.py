"""Calls the models of a hub's own engine, each with the InferenceClient method for its task. Prints the results as JSON by task.

Usage: engine_tasks.py FOLDER   (HF_ENDPOINT and HF_TOKEN in the environment; the folder has red.png and loud.flac)
"""

import dataclasses
import json
import os
import pathlib
import sys

from huggingface_hub import InferenceClient

folder = pathlib.Path(sys.argv[1])
red, loud = folder / "red.png", folder / "loud.flac"
endpoint = os.environ["HF_ENDPOINT"]


def client(task):
    return InferenceClient(model=f"{endpoint}/hf-inference/models/ada/{task}", api_key=os.environ["HF_TOKEN"])


calls = {
    "audio-classification": lambda c: c.audio_classification(loud, top_k=1),
    "automatic-speech-recognition": lambda c: c.automatic_speech_recognition(loud),
    "document-question-answering": lambda c: c.document_question_answering(red, "what is in the example"),
    "feature-extraction": lambda c: c.feature_extraction("sport", normalize=True).tolist(),
    "fill-mask": lambda c: c.fill_mask("the sea is [MASK] .", top_k=1),
    "image-classification": lambda c: c.image_classification(red, top_k=1),
    "image-segmentation": lambda c: [{"label": each.label, "mask": each.mask.size} for each in c.image_segmentation(red)],
    "image-to-image": lambda c: c.image_to_image(red).size,
    "image-to-text": lambda c: c.image_to_text(red),
    "object-detection": lambda c: c.object_detection(red),
    "question-answering": lambda c: c.question_answering(question="what color", context="the sea is blue"),
    "sentence-similarity": lambda c: c.sentence_similarity("sea", ["ships", "sport"]),
    "summarization": lambda c: c.summarization("the sea is good"),
    "text-classification": lambda c: c.text_classification("good", top_k=1),
    "text-to-speech": lambda c: c.text_to_speech("the sea")[:4].decode(),
    "token-classification": lambda c: c.token_classification("Ada Lovelace in London"),
    "translation": lambda c: c.translation("the sea is good"),
    "zero-shot-classification": lambda c: c.zero_shot_classification("the harbour is blue", ["sport", "sea"]),
    "zero-shot-image-classification": lambda c: c.zero_shot_image_classification(red, ["blue", "red"]),
}


def plain(value):
    if dataclasses.is_dataclass(value):
        return {name: plain(item) for name, item in dataclasses.asdict(value).items() if item is not None}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return round(value, 2) if isinstance(value, float) else value


answers = {}
for task, call in calls.items():
    try:
        answers[task] = plain(call(client(task)))
    except Exception as error:  # reported by task, so that one failure does not hide the others
        answers[task] = f"{type(error).__name__}: {error}"
print(json.dumps(answers))
