"""Studies of captions: do metrics agree with people, do they see through foils, do captions find their pictures?"""
