-- Starts the language server for files in the language, and carries out the commands of its code lenses. Needs Neovim 0.11.
if not (vim.lsp and vim.lsp.enable) then
  return
end

-- Calls the program in a window below, by no shell: a title is a word to it, whatever is in it.
local function call(what)
  return function(lens)
    local uri, title = unpack(lens.arguments or {})
    local file = vim.uri_to_fname(type(uri) == "table" and uri.uri or uri)
    local command = { vim.g.affray_path or "affray" }
    vim.list_extend(command, what(file, title))
    vim.cmd("botright new")
    vim.fn.jobstart(command, { term = true, cwd = vim.fs.dirname(file) })
  end
end

local function chosen(verb)
  return function(file, title)
    return title and { verb, file, "--scenario=" .. title } or { verb, file }
  end
end

vim.lsp.commands["affray.run"] = call(chosen("run"))
vim.lsp.commands["affray.why"] = call(chosen("why"))
vim.lsp.commands["affray.acceptSnapshot"] = call(function(file, title)
  return { "accept", "--", title or file }
end)

vim.lsp.enable("affray")
