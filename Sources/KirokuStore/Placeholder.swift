// KirokuStore
