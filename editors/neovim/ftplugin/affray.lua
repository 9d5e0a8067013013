-- How files in the language are edited.
vim.bo.commentstring = "# %s"
vim.bo.comments = ":#"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
vim.bo.textwidth = 140
vim.bo.formatoptions = vim.bo.formatoptions:gsub("t", "") .. "croqlj"
vim.b.undo_ftplugin = "setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< textwidth< formatoptions<"
