"""llama-server's own code with a small model: python llama.py MODEL PORT CONTEXT. Ends with its standard input."""

import sys

import xllamacpp

model, port, context = sys.argv[1:4]
parameters = xllamacpp.CommonParams()
parameters.model.path = model
parameters.port = int(port)
parameters.n_ctx = int(context)
parameters.n_parallel = 1
# Waiting threads spin: more of them than free cores make it many times slower.
parameters.cpuparams.n_threads = 1
parameters.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(parameters)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
