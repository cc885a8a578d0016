# Install
npm install @huggingface/transformers

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
read -rs HF_TOKEN && export HF_TOKEN
