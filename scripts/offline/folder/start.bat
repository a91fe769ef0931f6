@echo off
rem Windows: serves this folder to this machine and opens it in the browser.
cd /d "%~dp0"
where py >nul 2>nul && (py -3 start.py %* & goto :eof)
where python >nul 2>nul && (python start.py %* & goto :eof)
type READ-ME.txt
pause
