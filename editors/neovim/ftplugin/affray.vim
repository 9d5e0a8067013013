" How files in the language are edited.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s comments=:# expandtab shiftwidth=2 softtabstop=2 textwidth=140
setlocal formatoptions-=t formatoptions+=croql
if v:version > 703 || v:version == 703 && has('patch541')
  setlocal formatoptions+=j
endif
let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< textwidth< formatoptions<'
