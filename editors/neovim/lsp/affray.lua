-- The language server, for `vim.lsp.enable("affray")`.
return {
  cmd = { vim.g.affray_path or "affray", "lsp" },
  filetypes = { "affray" },
  -- What marks the folder of a project.
  root_markers = { "affray.toml", "Cargo.toml", ".git" },
}
