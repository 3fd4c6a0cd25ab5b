"""The floor in a browser: pages made on the server, each with the API's own resource as its `.json` twin."""
