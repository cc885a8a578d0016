# Install
npm install @huggingface/transformers

# Sign in: paste a token when it waits, nothing is shown
read -rs HF_TOKEN && export HF_TOKEN
