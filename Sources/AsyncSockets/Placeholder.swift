// AsyncSockets
