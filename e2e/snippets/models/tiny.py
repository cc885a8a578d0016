"""Parts shared by several tiny models. Everything is generated from fixed seeds: random weights, our own words."""

import pathlib

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import PreTrainedTokenizerFast

WORDS = "the a sea ship wind wave harbour sails rolls calm storm ocean deepest which is in and to of genoa tunis ? . , user assistant : across".split()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CHAT = "{% for message in messages %}{{ message['role'] }} : {{ message['content'] }} {% endfor %}{% if add_generation_prompt %}assistant : {% endif %}"


def tokenizer(with_chat=False):
    vocabulary = {word: number for number, word in enumerate(SPECIAL + WORDS)}
    raw = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    raw.pre_tokenizer = pre_tokenizers.Whitespace()
    if not with_chat:
        raw.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    made = PreTrainedTokenizerFast(
        tokenizer_object=raw, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]", mask_token="[MASK]", eos_token="[SEP]", model_max_length=64
    )
    if with_chat:
        made.chat_template = CHAT
    return made


def bert_config(**settings):
    from transformers import BertConfig

    torch.manual_seed(0)
    return BertConfig(
        vocab_size=len(SPECIAL) + len(WORDS), hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, max_position_embeddings=64, **settings
    )


def save_bert(folder, kind, **settings):
    import transformers

    getattr(transformers, kind)(bert_config(**settings)).save_pretrained(folder)
    tokenizer().save_pretrained(folder)


def llama_config(vocab_size=len(SPECIAL) + len(WORDS)):
    from transformers import LlamaConfig

    return LlamaConfig(
        vocab_size=vocab_size,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        eos_token_id=3,
        bos_token_id=2,
        pad_token_id=0,
    )


def save_llama(folder, with_chat=True):
    from transformers import LlamaForCausalLM

    torch.manual_seed(0)
    LlamaForCausalLM(llama_config()).save_pretrained(folder)
    tokenizer(with_chat).save_pretrained(folder)


def sentence_encoder(folder):
    """Returns a SentenceTransformer based on a tiny BERT that is saved below the folder."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers import models as parts

    save_bert(folder, "BertModel")
    body = parts.Transformer(str(folder), max_seq_length=32)
    size = body.get_embedding_dimension() if hasattr(body, "get_embedding_dimension") else body.get_word_embedding_dimension()
    return SentenceTransformer(modules=[body, parts.Pooling(size)], device="cpu")


def picture(path):
    from PIL import Image

    image = Image.new("RGB", (64, 48))
    image.putdata([(x * 4 % 256, y * 5 % 256, 128) for y in range(48) for x in range(64)])
    image.save(path)


def sound(path):
    import numpy
    import soundfile

    soundfile.write(path, numpy.sin(numpy.arange(16_000) / 20) / 2, 16_000)


def series(path):
    months = "\n".join(f"ships,{1990 + number // 12}-{number % 12 + 1:02d},{100 + number * 3 % 40}" for number in range(48))
    pathlib.Path(path).write_text(f"item_id,Month,#Passengers\n{months}\n")


def samples(folder):
    """Creates one file of each kind that printed code has a placeholder for."""
    for name, make in {"picture.png": picture, "sound.flac": sound, "series.csv": series}.items():
        make(str(pathlib.Path(folder) / name))


def empty(folder):
    path = pathlib.Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    return path
