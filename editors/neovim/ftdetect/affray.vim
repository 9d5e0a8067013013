" Which files are in the language. Read by Vim and by Neovim.
autocmd BufNewFile,BufRead *.affray setfiletype affray
