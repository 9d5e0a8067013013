-- The language server, for `vim.lsp.enable("affray")`.
return {
  cmd = { vim.g.affray_path or "affray", "lsp" },
  filetypes = { "affray" },
  -- The folder of the project, as the program finds it.
  root_markers = { "affray.toml", { "Cargo.toml", ".git" } },
}
