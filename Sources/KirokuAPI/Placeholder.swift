// KirokuAPI
