" The colours of files in the language until the language server has given better ones.
if exists('b:current_syntax')
  finish
endif

syntax iskeyword @,48-57,_,192-255
syntax case match

syntax keyword affrayItem rules scenario kind choice option table procedure event action stage phase order placement exception void trigger tactic let side
syntax keyword affrayItem extends uses source statements replace remove proves snapshot seed
syntax keyword affrayStatement if then else each repeat while where when leave end resolve cancel refuse raise reveal do consult note new ask set add subtract
syntax keyword affrayWord about all among as because cites allow change counting default from has highest in lasting limit lowest of rounded sum the to every any count
syntax keyword affrayStatement rolls roll sets declares declare does expect odds answers takes keeps needs spends
syntax keyword affrayWord at once over during by for with before after waits goes ahead joins leads trails compare moves shown optional first last ties named
syntax match affrayWord "\<times\>\ze\s*\%({\|as\>\)"
syntax match affrayItem "\%(\<\%(add\|replace\|remove\)\s\+\)\@<=\%(row\|key\|condition\|alternative\|title\|head\)\>"
syntax match affrayWord "\<and\s\+what\s\+only\s\+\%(it\s\+uses\|they\s\+use\)\>"
syntax match affrayWord "\%(,\s\+\)\@<=only\>\ze\s\+if\>"
syntax match affrayWord "\%(\<counting\s\+\)\@<=down\>"
syntax match affrayStatement "\%(\<leave\s\+\)\@<=turn\>"
syntax match affrayStatement "\%(\<the\s\+\)\@<=result\>\ze\s\+is\>"
syntax match affrayWord "\%(,\s\+\)\@<=secret\>"
syntax match affrayWord "\%(\<\%(in\|out\s\+of\)\s\+\)\@<=play\>"
syntax match affrayWord "\<out\>\ze\s\+of\s\+play\>"
syntax match affrayStatement "\<draws\>\ze\s\+\k\+\s\+\k"
syntax match affrayStatement "\<shuffle\>\ze\s\+\k"
syntax match affrayWord "\<between\>\ze\s\+\k\+\s\+\k\+\s\+and\>"
syntax match affrayWord "\<until\>\ze\s\+\%(shuffled\|its\s\+next\s\+turn\)\>"
syntax match affrayWord "\%(\<until\s\+\)\@<=shuffled\>"
syntax match affrayWord "\%(\<until\s\+\)\@<=its\s\+next\s\+turn\s\+\%(begins\|ends\)\>"
syntax match affrayWord "\<again\>\ze\s\+on\>"
syntax match affrayWord "\<again\s\+while\s\+equal\>"
syntax match affrayWord "\%(\<again\s\+\)\@<=on\>"
syntax match affrayWord "\%(\<at\s\+\)\@<=most\>"
syntax match affrayWord "\<keeping\>\ze\s\+\%(highest\|lowest\)\>"
syntax match affrayWord "\%(\<or\s\+\)\@<=\%(more\|less\)\>"
syntax keyword affrayOperator and or not is mod known missing
syntax keyword affrayConstant yes no none nothing now gm this actor

" What follows a dot is a name, whatever it is called.
syntax match affrayName "\.\@1<!\.\s*\k\+" contains=affrayDot
syntax match affrayDot "\." contained
syntax match affrayNumber "\<\d\+\>"
syntax match affrayDice "\<\d*[dD]\d\+\>\|\<\d*[dD]%"
syntax match affrayCitation "\<\u[[:alpha:]]*-[[:alnum:]]\+\%(\.\.\%(\a\+-\)\?\d\+\)\?\>"
syntax match affrayComment "#.*$" contains=affrayTodo,@Spell
syntax keyword affrayTodo TODO FIXME contained
syntax region affrayText start=+"+ skip=+\\.+ end=+"+ end=+$+ contains=affrayEscape,affrayValue,@Spell oneline keepend extend
syntax match affrayEscape +\\["\\{}n]+ contained
syntax region affrayValue matchgroup=affrayEscape start="{" end="}" end="$" contained contains=TOP oneline extend

highlight default link affrayItem Structure
highlight default link affrayStatement Statement
highlight default link affrayWord Keyword
highlight default link affrayOperator Operator
highlight default link affrayConstant Constant
highlight default link affrayName Identifier
highlight default link affrayNumber Number
highlight default link affrayDice Special
highlight default link affrayCitation Tag
highlight default link affrayComment Comment
highlight default link affrayTodo Todo
highlight default link affrayText String
highlight default link affrayEscape SpecialChar

let b:current_syntax = 'affray'
