" Colours and settings of a rule file, as an editor without a language server shows them:
"   vim -es -Nu NONE -S editors/neovim/test.vim
" The status is 1 and the differences stand on standard output if anything is wrong. Neovim is called as `nvim --headless -u NONE -es -S ...`.
let s:folder = fnamemodify(expand('<sfile>:p'), ':h')
execute 'set runtimepath=' . fnameescape(s:folder) . ',' . fnameescape($VIMRUNTIME)
filetype plugin on
syntax on

execute 'edit ' . fnameescape(tempname() . '.affray')
call setline(1, [
      \ '# A comment',
      \ 'rules duel "A duel of {hp}" {',
      \ '  kind combatant { hp: number = 5   cites DU-2 }',
      \ '  phase round counting from 1 { each combatant c { c rolls 2d6 as nerve } }',
      \ '  let down: number = c.rules + 3',
      \ '  tactic brute for combatant c { declare nothing }',
      \ '}'])
syntax sync fromstart

" Line, word, colour; without a colour the word is one of the author.
let s:wanted = [
      \ [1, 'comment', 'affrayComment'], [2, 'rules', 'affrayItem'], [2, 'duel', ''], [2, 'duel of', 'affrayText'],
      \ [3, 'kind', 'affrayItem'], [3, 'number', ''], [3, '5', 'affrayNumber'], [3, 'DU-2', 'affrayCitation'],
      \ [4, 'counting', 'affrayWord'], [4, 'each', 'affrayStatement'], [4, '2d6', 'affrayDice'], [4, 'nerve', ''],
      \ [5, 'down', ''], [5, 'rules', 'affrayName'], [6, 'tactic', 'affrayItem'], [6, 'declare', 'affrayStatement'],
      \ [6, 'nothing', 'affrayConstant']]
let s:wrong = []
for [s:line, s:word, s:colour] in s:wanted
  let s:found = synIDattr(synID(s:line, stridx(getline(s:line), s:word) + 1, 1), 'name')
  if s:found !=# s:colour
    call add(s:wrong, 'line ' . s:line . ', `' . s:word . '`: ' . s:found . ', not ' . s:colour)
  endif
endfor
for [s:option, s:value] in [['filetype', 'affray'], ['commentstring', '# %s'], ['shiftwidth', 2], ['expandtab', 1]]
  if getbufvar('%', '&' . s:option) !=# s:value
    call add(s:wrong, s:option . ': ' . getbufvar('%', '&' . s:option))
  endif
endfor
if empty(s:wrong)
  qall!
endif
verbose echo join(s:wrong, "\n")
cquit
