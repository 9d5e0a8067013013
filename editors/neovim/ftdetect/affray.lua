vim.filetype.add({ extension = { affray = "affray" } })
