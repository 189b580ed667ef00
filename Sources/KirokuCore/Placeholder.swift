// KirokuCore
